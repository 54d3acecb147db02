import {
  ATTRIBUTES,
  loadPortal,
  type CustomerPortalElement,
  type PortalEvents,
  type PortalOptions,
  type ScriptOptions,
} from '@portal/embed';
import {
  createElement,
  forwardRef,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
  type CSSProperties,
  type DetailedHTMLProps,
  type ForwardRefExoticComponent,
  type HTMLAttributes,
  type ReactNode,
  type RefAttributes,
} from 'react';

type ElementAttributes = {
  [Property in keyof typeof ATTRIBUTES as (typeof ATTRIBUTES)[Property]]?: PortalOptions[Property];
};

/** What `<customer-portal>` takes in JSX. */
export type CustomerPortalAttributes = DetailedHTMLProps<
  HTMLAttributes<CustomerPortalElement>,
  CustomerPortalElement
> &
  ElementAttributes;

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      /** The element itself, in React 19 and later. */
      'customer-portal': CustomerPortalAttributes;
    }
  }
}

/** The property of the component for each event. */
const HANDLERS = {
  'portal-ready': 'onPortalReady',
  'portal-navigate': 'onPortalNavigate',
  'portal-signed-in': 'onPortalSignedIn',
  'portal-signed-out': 'onPortalSignedOut',
  'portal-sign-in-failed': 'onPortalSignInFailed',
  'portal-event': 'onPortalEvent',
  'portal-error': 'onPortalError',
} as const satisfies Record<keyof PortalEvents, string>;

/** The element's attributes for these options; undefined for an absent one. */
const attributesOf = (options: PortalOptions): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(ATTRIBUTES).map(([property, attribute]) => [
      attribute,
      options[property as keyof PortalOptions]?.toString(),
    ]),
  );

/** Reserves the element's place until `embed.js` has loaded, so that content below does not move. */
const RESERVED_PLACE = { display: 'block', minBlockSize: 'min(100dvh, 560px)' } as const;

/** The properties of the component. */
export type CustomerPortalProps = PortalOptions &
  ScriptOptions & {
    /** The URL of the portal, or of a pinned `embed.js`. Without it, the page must load the script itself. */
    portalUrl?: string | undefined;
    id?: string | undefined;
    className?: string | undefined;
    style?: CSSProperties | undefined;
    /** Shown until the portal starts, and in browsers that cannot show it. */
    children?: ReactNode;
  } & {
    [Type in keyof PortalEvents as (typeof HANDLERS)[Type]]?:
      ((event: PortalEvents[Type]) => void) | undefined;
  };

/** React before 19 does not listen to events of custom elements. */
const useHandlers = (element: CustomerPortalElement | null, props: CustomerPortalProps): void => {
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    const stops = Object.entries(HANDLERS).map(([type, name]) => {
      const listen = (event: Event) => {
        // HANDLERS pairs each event type with a handler that takes it.
        const handler: ((event: never) => void) | undefined = latest.current[name];
        handler?.(event as never);
      };
      element?.addEventListener(type, listen);
      return () => element?.removeEventListener(type, listen);
    });
    return () => stops.forEach((stop) => stop());
  }, [element]);
};

/** `<customer-portal>` in React 17 and later. Its ref gives the element. */
export const CustomerPortal: ForwardRefExoticComponent<
  CustomerPortalProps & RefAttributes<CustomerPortalElement | null>
> = forwardRef(function CustomerPortal(props: CustomerPortalProps, ref) {
  const { portalUrl, nonce, integrity, id, className, style, children } = props;
  const [element, setElement] = useState<CustomerPortalElement | null>(null);
  useImperativeHandle<CustomerPortalElement | null, CustomerPortalElement | null>(ref, () => element);
  useHandlers(element, props);
  useEffect(() => {
    if (portalUrl) loadPortal(portalUrl, { nonce, integrity }).catch((error: unknown) => reportError(error));
  }, [portalUrl, nonce, integrity]);
  return createElement(
    'customer-portal',
    // `class`: on custom elements, React before 19 sets `className` as an attribute of that name.
    {
      ...attributesOf(props),
      ref: setElement,
      id,
      class: className,
      style: { ...RESERVED_PLACE, ...style },
    },
    children,
  );
});
