import type { PortalEvent } from 'embed/contract';

/** Adds `ready`, and `screen-shown` once per screen, or `error-shown` for an error view, which has no route. */
export const completeEvents = (onEvent: (event: PortalEvent) => void) => {
  let shown: string | undefined;
  let screen: string | undefined;
  return (event: PortalEvent): void => {
    if (event.type !== 'navigate') return onEvent(event);
    const { path, route } = event;
    const now = JSON.stringify(event);
    if (now === shown) return;
    if (shown === undefined) onEvent({ type: 'ready' });
    shown = now;
    onEvent(event);
    const next = `${route} ${path.split(/[?#]/)[0]}`;
    if (next !== screen)
      onEvent({ type: 'event', ...(route ? { name: 'screen-shown', route } : { name: 'error-shown' }) });
    screen = next;
  };
};
