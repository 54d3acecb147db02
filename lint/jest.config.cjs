// A real file is checked with its types: the first one loads a whole TypeScript project.
module.exports = require('@portal/jest/node')({ testTimeout: 120_000 });
