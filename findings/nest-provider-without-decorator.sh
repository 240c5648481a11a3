#!/usr/bin/env bash
# @nestjs/core 11.1.6 (Node 20): a provider class whose constructor takes a part, but that no decorator marks, is made without any arguments.
# Guess: Nest refuses to start, as it does for a part that it cannot resolve: "Nest can't resolve dependencies of the Greeter (?)".
# Seen: it starts without a word, and the part is undefined; what is called later fails with a TypeError.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @nestjs/core@11.1.6 @nestjs/common@11.1.6 reflect-metadata@0.2.2 rxjs@7.8.2
cat >check.cjs <<'CHECK'
require('reflect-metadata');
const { Module } = require('@nestjs/common');
const { NestFactory } = require('@nestjs/core');

class Words {}
class Greeter {
  constructor(words) {
    this.given = arguments.length;
    this.words = words;
  }
}
class Root {}
Module({ providers: [Words, Greeter] })(Root);

NestFactory.createApplicationContext(Root, { logger: false, abortOnError: false }).then(async (app) => {
  const { given, words } = app.get(Greeter);
  const found = `started, ${given} arguments, words ${words}`;
  console.log(found);
  await app.close();
  if (found !== 'started, 0 arguments, words undefined') process.exit(1);
}, (error) => {
  console.error('changed: it refuses to start:', error.message);
  process.exit(1);
});
CHECK
node check.cjs
