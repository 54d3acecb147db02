import type { PortalEvent } from './embedding';
import { createContext, use } from 'react';

const EventsContext = createContext<(event: PortalEvent) => void>(() => undefined);

export const EventsProvider = EventsContext.Provider;

/** Tells the page around the portal what happens in it. */
export const useTell = () => use(EventsContext);
