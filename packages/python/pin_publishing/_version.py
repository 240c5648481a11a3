"""Written by `npm run docs sdk`."""

VERSION = "1.58.0"
