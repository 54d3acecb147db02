/** What Prototype.js 1.7 adds to the browser's own objects: each of its additions is enumerable. */
import './globals';
import 'prototype';
