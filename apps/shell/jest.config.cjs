module.exports = require('@portal/jest/browser')({ waitForUnhandledRejections: true });
