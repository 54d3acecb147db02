import { spawnSync } from 'node:child_process';
import { copyFile, cp, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Builds a container file without containers: each stage in a directory of its own, as the user of this process. */

interface Stage {
  name: string;
  base: string;
  instructions: { keyword: string; text: string }[];
}

const stagesOf = (file: string): Stage[] =>
  file
    .replaceAll(/^#.*\n/gm, '')
    .split(/^FROM /m)
    .slice(1)
    .map((text) => {
      const [from = '', ...lines] = text.split('\n').filter((line) => line.trim() !== '');
      const [base = '', , name = ''] = from.split(' ');
      const instructions = lines.map((line) => {
        const [keyword = '', ...words] = line.split(' ');
        return { keyword, text: words.join(' ') };
      });
      return { name, base, instructions };
    });

/** The configuration of an image for its containers. */
export interface Image {
  /** Stands for the root directory. */
  root: string;
  workdir: string;
  user: string;
  environment: Record<string, string>;
  command: string[];
  healthcheck: string[];
}

/** The directories of the base image that the file mentions. */
const HOME = '/home/node';

const jsonAfter = (text: string, word: string): string[] => {
  const [, json = '[]'] = text.split(word);
  return JSON.parse(json) as string[];
};

// A line of .dockerignore is a path, or a name at any depth.
const isIgnored = (lines: readonly string[], path: string): boolean =>
  lines.some((line) =>
    line.startsWith('**/') ? path.split('/').includes(line.slice('**/'.length)) : path === line,
  );

/** Copies a directory without what is ignored. `cp` refuses to copy into a directory of its own. */
const copyContext = async (
  from: string,
  to: string,
  ignored: readonly string[],
  path = '',
): Promise<void> => {
  await mkdir(join(to, path), { recursive: true });
  const entries = await readdir(join(from, path), { withFileTypes: true });
  await Promise.all(
    entries.map(async (entry) => {
      const inner = join(path, entry.name);
      if (isIgnored(ignored, inner)) return;
      if (entry.isDirectory()) await copyContext(from, to, ignored, inner);
      else if (entry.isFile()) await copyFile(join(from, inner), join(to, inner));
    }),
  );
};

interface Context {
  /** The directory that is built from. */
  context: string;
  /** An empty directory for the stages. */
  scratch: string;
}

/** @throws with the output of a step that fails, and for an instruction that it does not know */
export const buildImage = async (containerFile: string, { context, scratch }: Context): Promise<Image> => {
  const stages = stagesOf(await readFile(join(context, containerFile), 'utf8'));
  const ignored = (await readFile(join(context, '.dockerignore'), 'utf8')).split('\n').filter(Boolean);

  const copy = async (text: string, image: Image) => {
    const [, stage, from = '', to = ''] = /^(?:--from=(\S+) )?(\S+) (\S+)$/.exec(text) ?? [];
    const target = join(image.root, image.workdir, to);
    if (stage) await cp(join((await stageNamed(stage)).root, from), target, { recursive: true });
    else await copyContext(join(context, from), target, ignored);
  };

  const run = (command: string, { root, workdir, environment }: Image) => {
    const inScratch = command.replaceAll(HOME, join(root, HOME));
    const { status, stdout, stderr } = spawnSync('sh', ['-ec', inScratch], {
      cwd: join(root, workdir),
      encoding: 'utf8',
      env: {
        ...process.env,
        ...environment,
        PATH: `${join(root, 'usr/bin')}:${process.env['PATH']}`,
        npm_config_prefix: join(root, 'usr'),
        npm_config_prefer_offline: 'true',
      },
    });
    if (status !== 0) throw new Error(`RUN ${command} failed:\n${stdout}${stderr}`);
  };

  const steps: Record<string, (text: string, image: Image) => unknown> = {
    WORKDIR: async (text, image) => {
      image.workdir = text;
      await mkdir(join(image.root, text), { recursive: true });
    },
    COPY: copy,
    RUN: run,
    USER: (text, image) => (image.user = text),
    ENV: (text, image) =>
      Object.assign(image.environment, Object.fromEntries(text.split(' ').map((pair) => pair.split('=')))),
    CMD: (text, image) => (image.command = jsonAfter(`CMD ${text}`, 'CMD ')),
    HEALTHCHECK: (text, image) => (image.healthcheck = jsonAfter(text, 'CMD ')),
    EXPOSE: () => {},
    VOLUME: () => {},
  };

  const built = new Map<Stage, Promise<Image>>();
  const build = async ({ base, name, instructions }: Stage): Promise<Image> => {
    const isStage = stages.some((stage) => stage.name === base);
    if (isStage)
      throw new Error(`Stage ${name} is based on another stage, which this build does not support.`);
    const root = join(scratch, name || 'image');
    await mkdir(join(root, HOME), { recursive: true });
    const image = { root, workdir: '/', user: 'root', environment: {}, command: [], healthcheck: [] };
    for (const { keyword, text } of instructions) {
      const step = steps[keyword];
      if (!step) throw new Error(`Unknown instruction ${keyword}`);
      await step(text, image);
    }
    return image;
  };
  const buildOnce = (stage: Stage): Promise<Image> => {
    const image = built.get(stage) ?? build(stage);
    built.set(stage, image);
    return image;
  };
  const stageNamed = (name: string): Promise<Image> => {
    const stage = stages.find((candidate) => candidate.name === name);
    if (!stage) throw new Error(`There is no stage ${name}`);
    return buildOnce(stage);
  };

  const last = stages.at(-1);
  if (!last) throw new Error('There is no stage.');
  return buildOnce(last);
};
