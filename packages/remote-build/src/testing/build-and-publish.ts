import { rspack } from '@rspack/core';
import { build } from 'vite';
import webpack from 'webpack';
import * as withRspack from '../rspack';
import * as withVite from '../vite';
import * as withWebpack from '../webpack';

/** Builds the remote in the current folder with a bundler, for production, and publishes it. */
const [bundler] = process.argv.slice(2);
const options = { publish: true };

/** What `webpack` and `rspack build` do. */
const end = (error: Error | null): void => {
  if (error) throw error;
};

if (bundler === 'vite') await build({ configFile: false, plugins: [withVite.portalRemote(options)] });
if (bundler === 'webpack')
  webpack({ ...withWebpack.portalRemote(options), mode: 'production', cache: false }, end);
if (bundler === 'rspack') rspack({ ...withRspack.portalRemote(options), mode: 'production' }, end);
