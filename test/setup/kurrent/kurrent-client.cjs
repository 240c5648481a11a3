const kurrent = require('@kurrent/kurrentdb-client');

const { prototype } = kurrent.KurrentDBClient;
const { appendToStream } = prototype;

// It passes over an `expectedRevision` of an append, which is called `streamState` there.
prototype.appendToStream = function (stream, events, { expectedRevision, ...options } = {}) {
  return appendToStream.call(
    this,
    stream,
    events,
    expectedRevision === undefined ? options : { ...options, streamState: expectedRevision },
  );
};

/** The successor of our client under its name. */
module.exports = { ...kurrent, EventStoreDBClient: kurrent.KurrentDBClient };
