import { filesIn, publishableFiles } from './integrity';
import { readBuild } from './read-build';

/** Lists the files of a build that go to a portal, with the source maps of its scripts. @throws ReleaseError for an incomplete build */
export const buildFiles = async (directory: string): Promise<string[]> => {
  await readBuild(directory);
  const published = await publishableFiles(directory);
  return (await filesIn(directory)).filter((file) => published.includes(file) || /\.m?js\.map$/.test(file));
};
