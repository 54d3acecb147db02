module.exports = require('@portal/jest/browser')();
