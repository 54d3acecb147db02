// The tests run real builds in processes.
module.exports = require('@portal/jest/node')({ testTimeout: 120_000 });
