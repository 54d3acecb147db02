import type { PortalEvent } from './embedding';
import { createContext, use } from 'react';

const EventsContext = createContext<(event: PortalEvent) => void>(() => undefined);

export const EventsProvider = EventsContext.Provider;

/** Emits an event to the page around the portal. */
export const useEmit = () => use(EventsContext);
