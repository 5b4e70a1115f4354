"""A small map in the XML that is imported, our own: two powers on a coast, one on an island, a canal between two seas."""

from pathlib import Path

from room40_server.importer.scenario import Imported, imported, open_file

TARGET = Path("mine/combined_arms/shores/scenario.toml")

MAP = """\
<?xml version="1.0"?>
<!DOCTYPE game SYSTEM "nowhere.dtd">
<game>
  <info name="Two Shores" version="1"/>
  <map>
    <territory name="Arden Home"/>
    <territory name="Arden Coast"/>
    <territory name="Brask Home"/>
    <territory name="The Isthmus"/>
    <territory name="Corl"/>
    <territory name="High Peaks"/>
    <territory name="East Sea" water="true"/>
    <territory name="West Sea" water="true"/>
    <connection t1="Arden Home" t2="Arden Coast"/>
    <connection t1="Arden Coast" t2="The Isthmus"/>
    <connection t1="Brask Home" t2="The Isthmus"/>
    <connection t1="Arden Home" t2="High Peaks"/>
    <connection t1="Brask Home" t2="High Peaks"/>
    <connection t1="Arden Coast" t2="East Sea"/>
    <connection t1="Brask Home" t2="East Sea"/>
    <connection t1="The Isthmus" t2="East Sea"/>
    <connection t1="The Isthmus" t2="West Sea"/>
    <connection t1="Corl" t2="West Sea"/>
    <connection t1="East Sea" t2="West Sea"/>
  </map>
  <resourceList>
    <resource name="PUs"/>
    <resource name="amber"/>
  </resourceList>
  <playerList>
    <player name="Corlmen"/>
    <player name="Ardeners"/>
    <player name="Braskers"/>
    <alliance player="Ardeners" alliance="North"/>
    <alliance player="Corlmen" alliance="North"/>
    <alliance player="Braskers" alliance="South"/>
  </playerList>
  <unitList>
    <unit name="infantry"/>
    <unit name="armour"/>
    <unit name="artillery"/>
    <unit name="fighter"/>
    <unit name="bomber"/>
    <unit name="transport"/>
    <unit name="carrier"/>
    <unit name="destroyer"/>
    <unit name="dreadnought"/>
    <unit name="factory"/>
    <unit name="aaGun"/>
  </unitList>
  <gamePlay>
    <delegate name="research" javaClass="a.b.TechnologyDelegate"/>
    <delegate name="buy" javaClass="a.b.PurchaseDelegate"/>
    <delegate name="move" javaClass="a.b.MoveDelegate"/>
    <delegate name="fight" javaClass="a.b.BattleDelegate"/>
    <delegate name="place" javaClass="a.b.PlaceDelegate"/>
    <delegate name="end" javaClass="a.b.EndTurnDelegate"/>
    <sequence>
      <step name="r" delegate="research" player="Braskers"/>
{steps}
    </sequence>
  </gamePlay>
  <production>
    <productionRule name="buyInfantry">
      <cost resource="PUs" quantity="3"/>
      <result resourceOrUnit="infantry" quantity="1"/>
    </productionRule>
    <productionRule name="buyArmour">
      <cost resource="PUs" quantity="6"/>
      <result resourceOrUnit="armour" quantity="1"/>
    </productionRule>
    <productionRule name="buyFighter">
      <cost resource="PUs" quantity="10"/>
      <result resourceOrUnit="fighter" quantity="1"/>
    </productionRule>
    <productionRule name="buyDreadnought">
      <cost resource="PUs" quantity="30"/>
      <result resourceOrUnit="dreadnought" quantity="1"/>
    </productionRule>
    <productionFrontier name="all">
      <frontierRules name="buyInfantry"/>
      <frontierRules name="buyArmour"/>
      <frontierRules name="buyFighter"/>
    </productionFrontier>
    <productionFrontier name="late">
      <frontierRules name="buyDreadnought"/>
    </productionFrontier>
    <playerProduction player="Ardeners" frontier="all"/>
    <playerProduction player="Braskers" frontier="all"/>
    <playerProduction player="Corlmen" frontier="all"/>
  </production>
  <attachmentList>
    <attachment name="unitAttachment" attachTo="infantry" type="unitType">
      <option name="movement" value="1"/>
      <option name="attack" value="1"/>
      <option name="defense" value="2"/>
      <option name="transportCost" value="2"/>
      <option name="artillerySupportable" value="true"/>
      <option name="isInfantry" value="true"/>
    </attachment>
    <attachment name="unitAttachment" attachTo="armour" type="unitType">
      <option name="movement" value="2"/>
      <option name="attack" value="3"/>
      <option name="defense" value="2"/>
      <option name="transportCost" value="3"/>
      <option name="canBlitz" value="true"/>
      <option name="canJump" value="true"/>
    </attachment>
    <attachment name="unitAttachment" attachTo="artillery" type="unitType">
      <option name="movement" value="1"/>
      <option name="attack" value="2"/>
      <option name="defense" value="2"/>
      <option name="transportCost" value="3"/>
      <option name="artillery" value="true"/>
    </attachment>
    <attachment name="unitAttachment" attachTo="fighter" type="unitType">
      <option name="movement" value="4"/>
      <option name="attack" value="3"/>
      <option name="defense" value="4"/>
      <option name="carrierCost" value="1"/>
      <option name="isAir" value="true"/>
    </attachment>
    <attachment name="unitAttachment" attachTo="bomber" type="unitType">
      <option name="movement" value="6"/>
      <option name="attack" value="4"/>
      <option name="defense" value="1"/>
      <option name="isAir" value="true"/>
      <option name="isStrategicBomber" value="true"/>
    </attachment>
    <attachment name="unitAttachment" attachTo="transport" type="unitType">
      <option name="movement" value="2"/>
      <option name="isSea" value="true"/>
      <option name="transportCapacity" value="5"/>
    </attachment>
    <attachment name="unitAttachment" attachTo="carrier" type="unitType">
      <option name="movement" value="2"/>
      <option name="attack" value="1"/>
      <option name="defense" value="2"/>
      <option name="isSea" value="true"/>
      <option name="carrierCapacity" value="2"/>
    </attachment>
    <attachment name="unitAttachment" attachTo="destroyer" type="unitType">
      <option name="movement" value="2"/>
      <option name="attack" value="2"/>
      <option name="defense" value="2"/>
      <option name="isSea" value="true"/>
      <option name="isDestroyer" value="true"/>
    </attachment>
    <attachment name="unitAttachment" attachTo="dreadnought" type="unitType">
      <option name="movement" value="2"/>
      <option name="attack" value="5"/>
      <option name="defense" value="5"/>
      <option name="isSea" value="true"/>
      <option name="canBombard" value="true"/>
      <option name="hitPoints" value="3"/>
    </attachment>
    <attachment name="unitAttachment" attachTo="factory" type="unitType">
      <option name="isFactory" value="true"/>
    </attachment>
    <attachment name="unitAttachment" attachTo="aaGun" type="unitType">
      <option name="isAA" value="true"/>
      <option name="movement" value="1"/>
      <option name="transportCost" value="3"/>
    </attachment>
    <attachment name="territoryAttachment" attachTo="Arden Home" type="territory">
      <option name="production" value="8"/>
      <option name="capital" value="Ardeners"/>
      <option name="victoryCity" value="1"/>
    </attachment>
    <attachment name="territoryAttachment" attachTo="Arden Coast" type="territory">
      <option name="production" value="2"/>
      <option name="originalOwner" value="Braskers"/>
    </attachment>
    <attachment name="territoryAttachment" attachTo="Brask Home" type="territory">
      <option name="production" value="9"/>
      <option name="capital" value="Braskers"/>
      <option name="victoryCity" value="1"/>
    </attachment>
    <attachment name="territoryAttachment" attachTo="Corl" type="territory">
      <option name="production" value="5"/>
      <option name="capital" value="Corlmen"/>
    </attachment>
    <attachment name="territoryAttachment" attachTo="The Isthmus" type="territory">
      <option name="production" value="1"/>
    </attachment>
    <attachment name="territoryAttachment" attachTo="High Peaks" type="territory">
      <option name="production" value="0"/>
      <option name="isImpassable" value="true"/>
    </attachment>
    <attachment name="canalAttachment" attachTo="East Sea" type="territory">
      <option name="canalName" value="The Cut"/>
      <option name="landTerritories" value="The Isthmus"/>
    </attachment>
    <attachment name="canalAttachment" attachTo="West Sea" type="territory">
      <option name="canalName" value="The Cut"/>
      <option name="landTerritories" value="The Isthmus"/>
    </attachment>
  </attachmentList>
  <initialize>
    <ownerInitialize>
      <territoryOwner territory="Arden Home" owner="Ardeners"/>
      <territoryOwner territory="Arden Coast" owner="Ardeners"/>
      <territoryOwner territory="Brask Home" owner="Braskers"/>
      <territoryOwner territory="Corl" owner="Corlmen"/>
    </ownerInitialize>
    <unitInitialize>
      <unitPlacement unitType="factory" territory="Arden Home" quantity="1" owner="Ardeners"/>
      <unitPlacement unitType="infantry" territory="Arden Home" quantity="4" owner="Ardeners"/>
      <unitPlacement unitType="armour" territory="Arden Coast" quantity="2" owner="Ardeners"/>
      <unitPlacement unitType="factory" territory="Brask Home" quantity="1" owner="Braskers"/>
      <unitPlacement unitType="infantry" territory="Brask Home" quantity="5" owner="Braskers"/>
      <unitPlacement unitType="aaGun" territory="Brask Home" quantity="1" owner="Braskers"/>
      <unitPlacement unitType="bomber" territory="Brask Home" quantity="1" owner="Braskers"/>
      <unitPlacement unitType="factory" territory="Corl" quantity="1" owner="Corlmen"/>
      <unitPlacement unitType="infantry" territory="Corl" quantity="2" owner="Corlmen"/>
      <unitPlacement unitType="fighter" territory="West Sea" quantity="2" owner="Corlmen"/>
      <unitPlacement unitType="carrier" territory="West Sea" quantity="1" owner="Corlmen"/>
      <unitPlacement unitType="transport" territory="West Sea" quantity="1" owner="Corlmen"/>
      <unitPlacement unitType="destroyer" territory="East Sea" quantity="1" owner="Braskers"/>
    </unitInitialize>
    <resourceInitialize>
      <resourceGiven player="Ardeners" resource="PUs" quantity="12"/>
      <resourceGiven player="Braskers" resource="PUs" quantity="15"/>
      <resourceGiven player="Corlmen" resource="PUs" quantity="7"/>
    </resourceInitialize>
  </initialize>
  <propertyList>
    <property name="Total Victory" value="true"/>
    <property name="North Total Victory VCs" value="2"/>
    <property name="South Total Victory VCs" value="2"/>
    <property name="Low Luck" value="false"/>
    <property name="Kamikaze" value="true"/>
    <property name="Submersible Subs" value="false"/>
  </propertyList>
</game>
""".replace(
    "{steps}",
    "\n".join(
        f'      <step name="{player}{i}" delegate="{kind}" player="{player}"/>'
        for player in ("Braskers", "Ardeners", "Corlmen")
        for i, kind in enumerate(("buy", "move", "fight", "move", "place", "end"))
    ),
)


def changed(*changes: tuple[str, str]) -> str:
    """The map with pieces of it replaced; each stands in it."""
    text = MAP
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return text


def line(text: str, piece: str) -> int:
    """The line that a piece of the text stands on, counted from 1."""
    return text[: text.index(piece)].count("\n") + 1


def bring_in(folder: Path, text: str = MAP, rounds: int = 0) -> Imported:
    """What comes of the text."""
    file = folder / "shores.xml"
    file.write_text(text, "utf-8")
    return imported(file, open_file(file), TARGET, rounds)


def said(found: Imported) -> list[str]:
    """What was left out, as it is printed."""
    return [str(finding) for finding in found.findings]
