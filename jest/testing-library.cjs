require('@testing-library/jest-dom');
const { configure } = require('@testing-library/dom');

// A busy machine takes longer than Testing Library's second for what a screen shows at once.
configure({ asyncUtilTimeout: 5000 });
