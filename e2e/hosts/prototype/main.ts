/** Extends the built-in objects as Prototype.js 1.7 does: each of its additions is enumerable. */
import './globals';
import 'prototype';
