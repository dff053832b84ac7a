"""live: a web page that follows runs and a build while they go on.

snapshot.py  what the page shows, as one JSON value
guard.py     who may ask, and what a browser may do with an answer
app.py       the pages and the stream of snapshots

The page's script and styles are in `reports/scripts` and `reports/styles`; it fetches nothing
from elsewhere.
"""
