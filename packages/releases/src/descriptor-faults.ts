import { leadsToOneOf, type Descriptor, type PublishedVersion } from '@portal/contract';
import { validRange } from 'semver';

const repeated = (names: readonly string[] = []): string[] =>
  names.filter((name, index) => names.indexOf(name) < index);

/** No character that nobody sees or that turns the text around it. Joiners are letters of some languages. */
const LABEL = /^(?=.*\S)[^\p{Cc}\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]{1,60}$/u;

const labelFaults = (pointer: string, label: string): string[] =>
  LABEL.test(label) ? [] : [`${pointer} has more than 60 characters, or some that nobody sees`];

/** What the widgets of one remote may take from the screen of another, in one slot. */
const MOST_HEIGHT_PX = 2000;

/** The slots in which a remote reserves too much, with their height. Widgets with another `when` appear elsewhere. */
const crowdedSlots = ({ widgets = [] }: Descriptor): [string, number][] => {
  const heights = new Map<string, number>();
  for (const { slot, when, height } of widgets) {
    const place = when ? `${slot} when ${JSON.stringify(when)}` : slot;
    heights.set(place, (heights.get(place) ?? 0) + height);
  }
  return [...heights].filter(([, height]) => height > MOST_HEIGHT_PX);
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
  ...(descriptor.access === 'operator' && name !== 'operator'
    ? ['/access "operator" is only for the remote "operator": it handles the operator\'s token']
    : []),
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
  ...labelFaults('/title', descriptor.title),
  ...descriptor.navigation.flatMap(({ label }, index) => labelFaults(`/navigation/${index}/label`, label)),
  ...Object.entries(texts).flatMap(([language, catalog]) =>
    Object.values(catalog).flatMap((text) => labelFaults(`/languages/${language}.json "${text}"`, text)),
  ),
  ...crowdedSlots(descriptor).map(
    ([slot, px]) => `/widgets reserve ${px} px in ${slot}, more than ${MOST_HEIGHT_PX}`,
  ),
  ...(validRange(descriptor.requires.shell) === null
    ? [`/requires/shell "${descriptor.requires.shell}" is not a version range such as ^1.0.0`]
    : []),
];
