#!/usr/bin/env bash
# otpauth 9.5.2: what it writes for an issuer with a colon does not come back.
# Guess: URI.parse(URI.stringify(totp)) has the label of totp; colons of the issuer are escaped, so there is no doubt.
# Seen: the label comes back with a part of the issuer before it ("Shop: North" and "ann" give the label " North:ann").
# Key URI format: an issuer and an account name must not have a colon.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact otpauth@9.5.2
cat >check.mjs <<'CHECK'
import * as OTPAuth from 'otpauth';

const again = (issuer, label) => {
  const { issuer: i, label: l } = OTPAuth.URI.parse(OTPAuth.URI.stringify(new OTPAuth.TOTP({ issuer, label, secret: 'JBSWY3DPEHPK3PXP' })));
  return [i, l];
};
const found = { plain: again('Shop', 'ann'), colon: again('Shop: North', 'ann') };
const expected = { plain: ['Shop', 'ann'], colon: ['Shop: North', ' North:ann'] };

const seen = JSON.stringify(found);
console.log(seen);
if (seen !== JSON.stringify(expected)) {
  console.error(`changed: expected ${JSON.stringify(expected)}`);
  process.exit(1);
}
CHECK
node check.mjs
