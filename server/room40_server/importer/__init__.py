"""Maps of another program's XML made into scenarios of the 1942 system; the command is `room40 import-map`.

xml_tree    the file as elements that know their line; nothing is fetched, nothing expanded
findings    what could not be taken over, and where it stands
names       ids and names that may be shown
reading     attachments and numbers, read strictly
spaces      territories, connections, what belongs to them, canals
powers      players, alliances, turns, money, victory
units       the unit table and what can be bought
forces      who stands where at the start
properties  the rules that the file asks for, against those that are played
places      where spaces are drawn: from centres beside the file, or laid out
layout      a drawing for a map that has none
scenario    all of it put together, tried, and written out
command     the command line
"""
