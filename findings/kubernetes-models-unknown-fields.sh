#!/usr/bin/env bash
# kubernetes-models 5.1.0: validate() accepts fields that Kubernetes does not know.
# Guess: a misspelled field (maxUnavailble, imagePulPolicy) is refused, as `kubectl apply` refuses it.
# Seen: it is accepted, and so is null; wrong types are refused. A typing error passes, and what it was to say is missing.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact kubernetes-models@5.1.0
cat >check.mjs <<'CHECK'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';

const judged = (spec) => {
  try {
    new PodDisruptionBudget({ metadata: { name: 'a' }, spec }).validate();
    return 'accepted';
  } catch {
    return 'refused';
  }
};
const found = {
  misspelled: judged({ maxUnavailble: 1 }),
  null: judged({ maxUnavailable: null }),
  ofAnotherType: judged({ maxUnavailable: true }),
};
const expected = { misspelled: 'accepted', null: 'accepted', ofAnotherType: 'refused' };

const seen = JSON.stringify(found);
console.log(seen);
if (seen !== JSON.stringify(expected)) {
  console.error(`changed: expected ${JSON.stringify(expected)}`);
  process.exit(1);
}
CHECK
node check.mjs
