"""A player of the computer for the 1942 system, a module per thing it does.

player          which part answers which decision; what is done about a refusal
reading         a view as the player reads it: distances, who stands where, what a territory is worth
chances         how battles would go: a quick guess, and the exact odds of what is about to be done
threats         what each enemy power could bring against a space in its next turn
guard           who must stay where he is
aims            where the power wants to go, over land or from which zone
muster          who can go where, who has been sent, and the orders that come of it
homes, lifts    where aircraft come down; what transports bring where
campaign        the combat move: assaults (on territories), fleets (at sea), raids
redeploy        the non-combat move: landings (of aircraft), ferries, ships, marches
buying, placing the purchase and where it appears
answers         casualties, retreats and all else that is asked in battles
"""
