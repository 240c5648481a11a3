#!/usr/bin/env bash
# requests-oauthlib 1.3.0 with oauthlib 3.2.2 (Debian 12): a token that is refreshed on the way of a request sends that request's options to the token endpoint.
# Guess: the body of a refresh has the fields of RFC 6749, 6, and what auto_refresh_kwargs says.
# Seen: session.get() adds allow_redirects=True to the form; refresh_token() alone does not. A server that refuses unknown parameters, which RFC 6749, 3.2
# tells to ignore, would refuse it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download -q python3-requests-oauthlib=1.3.0+ds-1 python3-oauthlib=3.2.2-1 python3-requests python3-urllib3 python3-certifi python3-chardet \
  python3-charset-normalizer python3-idna >/dev/null 2>&1
for package in *.deb; do dpkg-deb -x "$package" .; done
cat >check.py <<'CHECK'
import http.server, json, os, sys, threading, time
from urllib.parse import parse_qsl

os.environ['OAUTHLIB_INSECURE_TRANSPORT'] = '1'
from requests_oauthlib import OAuth2Session

bodies = []

class Server(http.server.BaseHTTPRequestHandler):
    def answer(self):
        length = int(self.headers['content-length'] or 0)
        if length:
            bodies.append(parse_qsl(self.rfile.read(length).decode()))
        body = json.dumps({'access_token': 'new', 'refresh_token': 'next', 'token_type': 'Bearer', 'expires_in': 3600}).encode()
        self.send_response(200)
        self.send_header('content-type', 'application/json')
        self.send_header('content-length', str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_GET = do_POST = answer

    def log_message(self, *_):
        pass

server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Server)
threading.Thread(target=server.serve_forever, daemon=True).start()
url = f'http://127.0.0.1:{server.server_port}'

def session():
    ended = {'access_token': 'old', 'refresh_token': 'first', 'token_type': 'Bearer', 'expires_at': time.time() - 10}
    kwargs = {'client_id': 'program'}
    return OAuth2Session('program', token=ended, auto_refresh_url=f'{url}/token', auto_refresh_kwargs=kwargs, token_updater=lambda token: None)

session().get(f'{url}/pins')
session().refresh_token(f'{url}/token', client_id='program')
found = [sorted(name for name, _ in body) for body in bodies]
expected = [['allow_redirects', 'client_id', 'grant_type', 'refresh_token'], ['client_id', 'grant_type', 'refresh_token']]
print(json.dumps({'get': found[0], 'refresh_token': found[1]}))
if found != expected:
    print('changed: expected', json.dumps(expected), file=sys.stderr)
    sys.exit(1)
CHECK
NO_PROXY=127.0.0.1 PYTHONPATH="$folder/usr/lib/python3/dist-packages" PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 check.py
