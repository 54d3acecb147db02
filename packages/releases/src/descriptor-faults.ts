import { leadsToOneOf, type Descriptor, type PublishedVersion } from '@portal/contract';
import { validRange } from 'semver';

const repeated = (names: readonly string[] = []): string[] =>
  names.filter((name, index) => names.indexOf(name) < index);

/** Without characters that nobody sees or that turn the text around them, but for those that join letters or emojis. */
const LABEL = /^(?=.*[^\s\p{DI}])(?:[^\p{Cc}\p{DI}\u2028\u2029]|\u200C|\u200D|\uFE0F){1,60}$/u;

const labelFaults = (pointer: string, label: string): string[] =>
  LABEL.test(label) ? [] : [`${pointer} has more than 60 characters, or some that nobody sees`];

/** What the widgets of one remote may take from the screen of another, in one slot. */
const MOST_HEIGHT_PX = 2000;

/** Widgets with another `when` appear elsewhere. */
const crowdedSlots = ({ widgets = [] }: Descriptor): string[] => {
  const heights = new Map<string, number>();
  for (const { slot, when, height } of widgets) {
    const place = when ? `${slot} when ${JSON.stringify(when)}` : slot;
    heights.set(place, (heights.get(place) ?? 0) + height);
  }
  return [...heights]
    .filter(([, px]) => px > MOST_HEIGHT_PX)
    .map(([place, px]) => `/widgets reserve ${px} px in ${place}, more than ${MOST_HEIGHT_PX}`);
};

/** Lists the faults of a descriptor, each with its JSON pointer (RFC 6901). */
export const descriptorFaults = (
  name: string,
  descriptor: Descriptor,
  texts: PublishedVersion['texts'] = {},
): string[] => [
  ...(descriptor.name === name
    ? []
    : [`/name is "${descriptor.name}", but the remote is published as "${name}"`]),
  ...descriptor.navigation.flatMap(({ path }, index) =>
    leadsToOneOf(descriptor.routes, path)
      ? []
      : [`/navigation/${index}/path "${path}" matches none of its /routes`],
  ),
  ...(descriptor.slots ?? []).flatMap(({ id }, index) =>
    id.startsWith(`${name}/`) ? [] : [`/slots/${index}/id "${id}" does not start with ${name}/`],
  ),
  ...(descriptor.widgets ?? []).flatMap(({ slot }, index) =>
    slot.startsWith(`${name}/`)
      ? [`/widgets/${index}/slot "${slot}" is its own: render the component there instead`]
      : [],
  ),
  ...repeated(descriptor.slots?.map(({ id }) => id)).map((id) => `/slots names ${id} twice`),
  ...repeated(descriptor.widgets?.map((widget) => widget.name)).map(
    (widget) => `/widgets names ${widget} twice`,
  ),
  ...Object.entries(descriptor.links ?? {}).flatMap(([link, path]) => [
    ...(link.startsWith(`${name}.`) ? [] : [`/links/${link} must begin with "${name}."`]),
    ...(descriptor.routes.includes(path) ? [] : [`/links/${link} "${path}" is none of its /routes`]),
  ]),
  ...Object.keys(descriptor.badges ?? {}).flatMap((path) =>
    descriptor.navigation.some((entry) => entry.path === path)
      ? []
      : [`/badges has "${path}", which is the path of none of its /navigation`],
  ),
  ...(descriptor.badges && !descriptor.api
    ? ['/badges come from its back end: set "api": true, or leave them out']
    : []),
  ...labelFaults('/title', descriptor.title),
  ...descriptor.navigation.flatMap(({ label }, index) => labelFaults(`/navigation/${index}/label`, label)),
  ...Object.entries(texts).flatMap(([language, catalog]) =>
    Object.values(catalog).flatMap((text) => labelFaults(`/languages/${language}.json "${text}"`, text)),
  ),
  ...crowdedSlots(descriptor),
  ...(validRange(descriptor.requires.shell) === null
    ? [`/requires/shell "${descriptor.requires.shell}" is not a version range such as ^1.0.0`]
    : []),
];
