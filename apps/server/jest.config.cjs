// The embedded database takes seconds to start where all cores are at work.
module.exports = require('@portal/jest/node')({ testTimeout: 60_000 });
