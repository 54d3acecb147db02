/** Stands in for every style sheet: jsdom lays nothing out. */
module.exports = { process: () => ({ code: '' }) };
