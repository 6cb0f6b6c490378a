"""The server: games over HTTP and WebSocket, with the journal of each game in a database.

`app.create_app` puts it together. Nothing in this package knows a title; titles come through
`hexfront.seam`.
"""
