import {
  DESCRIPTOR_TEXTS_FILE,
  descriptorTextsSchema,
  type Descriptor,
  type MicroFrontend,
} from '@portal/contract';
import type { Version } from '@portal/releases';
import { LRUCache } from 'lru-cache';
import * as v from 'valibot';
import type { Resolution } from './resolve';
import type { ReadFile } from './stored-files';

type Texts = v.InferOutput<typeof descriptorTextsSchema>;

/** A file is small, and every remote may have one in several versions. */
const MAX_FILES = 2000;

const translate = (descriptor: Descriptor, texts: Record<string, string> = {}): Descriptor => ({
  ...descriptor,
  title: texts[descriptor.title] ?? descriptor.title,
  navigation: descriptor.navigation.map((entry) => ({ ...entry, label: texts[entry.label] ?? entry.label })),
});

/**
 * Translates the titles and labels of descriptors, which drawer and messages show before any code of the remote is
 * loaded. Each build brings the translations of its own descriptor.
 */
export const createDescriptorTexts = (readFile: ReadFile) => {
  const files = new LRUCache<string, Texts, { name: string; version: string }>({
    max: MAX_FILES,
    fetchMethod: async (_key, _stale, { context: { name, version } }) => {
      const { plain } = (await readFile(name, version, DESCRIPTOR_TEXTS_FILE)) ?? {};
      return plain && v.parse(descriptorTextsSchema, JSON.parse(Buffer.from(plain.content).toString('utf8')));
    },
  });

  /** A remote without the file, or whose file cannot be read, keeps its English name. */
  const textsOf = async (name: string, { version, published }: Version): Promise<Texts> =>
    published.integrity[DESCRIPTOR_TEXTS_FILE] === undefined
      ? {}
      : ((await files.fetch(`${name}/${version}`, { context: { name, version } }).catch(() => undefined)) ??
        {});

  const inLanguage = async (resolution: Resolution, language: string): Promise<Resolution> => {
    const { registry, served } = resolution;
    const remotes = Object.entries(registry.microFrontends).map(
      async ([name, versions]): Promise<[string, MicroFrontend[]]> => {
        const version = served.get(name);
        const texts = version ? (await textsOf(name, version))[language] : undefined;
        return [
          name,
          versions.map((remote) => ({
            ...remote,
            extras: { ...remote.extras, descriptor: translate(remote.extras.descriptor, texts) },
          })),
        ];
      },
    );
    return {
      ...resolution,
      registry: { ...registry, microFrontends: Object.fromEntries(await Promise.all(remotes)) },
    };
  };

  const known = new WeakMap<Resolution, Map<string, Promise<Resolution>>>();

  /** The resolution with names in a language; the same object for the same arguments. */
  return (resolution: Resolution, language: string): Promise<Resolution> => {
    if (language === 'en') return Promise.resolve(resolution);
    const ofResolution = known.get(resolution) ?? new Map<string, Promise<Resolution>>();
    known.set(resolution, ofResolution);
    const translated = ofResolution.get(language) ?? inLanguage(resolution, language);
    ofResolution.set(language, translated);
    return translated;
  };
};
