import {
  attributesOf,
  HANDLERS,
  loadPortal,
  RESERVED_PLACE,
  type CustomerPortalElement,
  type CustomerPortalProps,
} from '@portal/embed';
import {
  createElement,
  forwardRef,
  useEffect,
  useImperativeHandle,
  useRef,
  type CSSProperties,
  type ForwardRefExoticComponent,
  type ReactNode,
  type RefAttributes,
  type RefObject,
} from 'react';

type Props = CustomerPortalProps & {
  id?: string | undefined;
  className?: string | undefined;
  style?: CSSProperties | undefined;
  /** The site's own words for a browser that cannot show the portal. */
  children?: ReactNode;
};

/** React before 19 does not listen to events of custom elements. */
const useHandlers = (element: RefObject<CustomerPortalElement | null>, props: Props): void => {
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    const target = element.current;
    const stops = Object.entries(HANDLERS).map(([type, name]) => {
      const listen = (event: Event) => {
        // The event of this type is what this handler takes.
        const handler: ((event: never) => void) | undefined = latest.current[name];
        handler?.(event as never);
      };
      target?.addEventListener(type, listen);
      return () => target?.removeEventListener(type, listen);
    });
    return () => stops.forEach((stop) => stop());
  }, [element]);
};

/** `<customer-portal>` in React 17 and later. Its ref is the element. */
export const CustomerPortal: ForwardRefExoticComponent<Props & RefAttributes<CustomerPortalElement | null>> =
  forwardRef(function CustomerPortal(props: Props, ref) {
    const { portalUrl, nonce, integrity, id, className, style, children } = props;
    const element = useRef<CustomerPortalElement>(null);
    useImperativeHandle<CustomerPortalElement | null, CustomerPortalElement | null>(
      ref,
      () => element.current,
    );
    useHandlers(element, props);
    useEffect(() => {
      if (portalUrl)
        loadPortal(portalUrl, { nonce, integrity }).catch((error: unknown) => reportError(error));
    }, [portalUrl, nonce, integrity]);
    return createElement(
      'customer-portal',
      // `class`: React before 19 takes `className` for an attribute of that name.
      { ...attributesOf(props), ref: element, id, class: className, style: { ...RESERVED_PLACE, ...style } },
      children,
    );
  });
