import { shownWidgetsSchema, type RemoteSummary, type SlotProps, type Widget } from '@portal/contract';
import { Box, Skeleton, Typography } from '@portal/theme';
import { Suspense, useEffect } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import * as v from 'valibot';
import { useStore } from '../store';
import { useI18n } from '../texts';
import { CleanUpBoundary } from './clean-up-boundary';
import type { LoadedRemote } from './load-remote';
import { RemotePart } from './remote-slot';
import { useRemotes, useSummaries } from './remotes';

const DEFAULT_ORDER = 1000;

/** The widgets of a slot with these props, in their order. */
const widgetsOf = (remotes: readonly RemoteSummary[], slot: string, props: SlotProps) =>
  remotes
    .flatMap(({ name, title, widgets }) =>
      v.parse(shownWidgetsSchema, widgets).map((widget) => ({ widget, remote: name, title })),
    )
    .filter(
      ({ widget }) =>
        widget.slot === slot &&
        Object.entries(widget.when ?? {}).every(([prop, value]) => String(props[prop]) === value),
    )
    .sort(
      ({ widget: one }, { widget: other }) => (one.order ?? DEFAULT_ORDER) - (other.order ?? DEFAULT_ORDER),
    );

interface ContentProps {
  onShown: () => void;
  remote: LoadedRemote;
  name: string;
  props: SlotProps;
}

const Content = ({ onShown, remote, name, props }: ContentProps) => {
  const widget = remote.module.widgets?.[name];
  if (!widget) throw new Error(`The module has no widget "${name}", which its descriptor lists.`);
  // React runs no effects for a widget that throws or suspends.
  useEffect(onShown, [onShown, remote]);
  return (
    <RemotePart remote={remote}>
      <widget.Component {...props} />
    </RemotePart>
  );
};

/** Keeps a widget to its place: it scrolls there, covers nothing, and moves nothing. Its height follows the text size. */
const place = ({ height }: Widget) => ({
  blockSize: `${height / 16}rem`,
  minInlineSize: 0,
  overflow: 'auto',
  contain: 'layout paint',
  displayPrint: 'none',
});

/** One widget in its place: its skeleton, content, or failure. It loads, falls back and reports like a screen. */
const PlacedWidget = ({
  widget,
  remote,
  title,
  props,
}: ReturnType<typeof widgetsOf>[number] & Pick<ContentProps, 'props'>) => {
  const i18n = useI18n();
  const load = useRemotes().loadOf(remote);
  const state = useStore(load.state);
  useEffect(() => load.start(), [load]);
  const skeleton = <Skeleton variant="rounded" height="100%" />;
  const failure = (
    <Typography variant="body2" sx={{ color: 'text.secondary' }}>
      {i18n.t('{title} is not available right now', { title })}
    </Typography>
  );
  const content =
    'remote' in state ? (
      <ErrorBoundary resetKeys={[state.remote]} onError={load.onError} fallback={failure}>
        <Suspense fallback={skeleton}>
          <Content onShown={load.onShown} remote={state.remote} name={widget.name} props={props} />
        </Suspense>
      </ErrorBoundary>
    ) : (
      skeleton
    );
  return (
    <Box role="group" aria-label={title} sx={place(widget)}>
      {state.status === 'failed' ? failure : content}
    </Box>
  );
};

/** The widgets in a slot, a place each. */
export const Widgets = ({ slot, props }: { slot: string; props: SlotProps }) => (
  <CleanUpBoundary>
    {widgetsOf(useSummaries(), slot, props).map((placed) => (
      <PlacedWidget key={`${placed.remote} ${placed.widget.name}`} {...placed} props={props} />
    ))}
  </CleanUpBoundary>
);
