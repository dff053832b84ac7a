"""The badge: a picture that says what it shows, of a share that is not rounded up."""

from dataclasses import replace
from xml.etree import ElementTree

from reports.badge import FAIR, GOOD, POOR, badge
from reports.content import Content

SVG = "{http://www.w3.org/2000/svg}"


def test_says_the_share(content: Content) -> None:
    root = ElementTree.fromstring(badge(content.run))
    assert root.get("aria-label") == "duckdb · sqllogictest: 40 %"
    assert [text.text for text in root.iter(f"{SVG}text")] == ["duckdb · sqllogictest", "40 %"]


def test_colours(content: Content) -> None:
    def colour(passed: int) -> str:
        run = replace(content.run, records=1000, passed=passed)
        rects = list(ElementTree.fromstring(badge(run)).iter(f"{SVG}rect"))
        return str(rects[2].get("fill"))

    assert [colour(1000), colour(999), colour(900), colour(899)] == [GOOD, FAIR, FAIR, POOR]


def test_a_hostile_engine_name_stays_text(content: Content) -> None:
    run = replace(content.run, engine="</text><script>x</script>")
    texts = [text.text for text in ElementTree.fromstring(badge(run)).iter(f"{SVG}text")]
    assert texts[0] == "</text><script>x</script> · sqllogictest"
