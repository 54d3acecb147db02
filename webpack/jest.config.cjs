// The tests run real builds in processes.
module.exports = require('@portal/jest/node')({ testMatch: ['<rootDir>/*.test.ts'], testTimeout: 120_000 });
