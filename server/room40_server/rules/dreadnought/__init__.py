"""The naval system of 1914-18, a module per clause family; `turn.py` is the way in.

The frame: `state` (the whole truth), `setting` (what never changes in it), `tables` (every number, typed), `turn` (the
phases, and who hears which order).

In the order of a turn:

- before the game and in the orders phase: `planning` (5.1, 5.2), `writing` (what may be wrong with a slot), `plots` (the
  order sheet: pace, open slots, delays), `missions` (5.2), `forming` (5.2, 5.21, 5.25), `splitting` (5.24), `aborting`,
  `towing` (H11);
- weather, pursuit, movement: `weather` (H4.1), `pursuit` and `wake` (5.23), `movement` (5.3), `raiders` (5.2 Raiding),
  `airships` (H14), `submarines` (H15);
- contact: `presence` (who was where, in which order: 5.4, 5.44), `contact` (5.4 to 5.49), `claims` (5.46), `contact_news`,
  then `passage` (mines and submarines on the way) and `mines` (H13);
- battle: `battles` (5.47), `basic_combat` and `targets` (H6), `tactical/` (7.2, 7.3), `initiative` (7.2), `gunnery`,
  `torpedoes`, `damage` (H7.5, H7.7), `losses`, `battle_news`; `after_battle` (7.37 to 7.39) and `dividing` (7.33);
- operations and the end: `operations`, `work`, `bombardment`, `cargo`, `merchants` (H10, H11), `fuel` (H12), `ports`,
  `repair`, `ending`, `victory` (H18), with `lots` and `ratings` (H2.1) for all.

What may be known: `sight` (counters in view), `news` (what each viewpoint is told), `asks` (what a seat is asked), `views`
and `own_views` (what a viewpoint may see).
"""
