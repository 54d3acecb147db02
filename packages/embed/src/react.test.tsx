import type { CustomerPortalElement } from '@portal/embed';
import { CustomerPortal } from '@portal/embed/react';
import { render } from '@testing-library/react';
import { createRef, StrictMode } from 'react';

const portalIn = (container: HTMLElement) => {
  const portal = container.querySelector('customer-portal');
  if (!portal) throw new Error('There is no portal.');
  return portal;
};

it('renders the element with its attributes, reserves its space, and passes the ref', () => {
  const ref = createRef<CustomerPortalElement>();
  const { container, rerender } = render(
    <CustomerPortal ref={ref} base="/account" colorMode="dark" className="wide" style={{ margin: 8 }}>
      Too old
    </CustomerPortal>,
  );
  const portal = portalIn(container);
  expect(ref.current).toBe(portal);
  expect(portal.outerHTML).toContain('base="/account" color-mode="dark"');
  expect(portal).toHaveClass('wide');
  expect(portal).toHaveStyle({ display: 'block', margin: '8px' });
  expect(portal).toHaveTextContent('Too old');
  expect(document.scripts).toHaveLength(0);
  rerender(<CustomerPortal ref={ref} base="/account" />);
  expect(ref.current).toBe(portal);
  expect(portal).not.toHaveAttribute('color-mode');
});

it('takes the heading level as a number, and types the element itself', () => {
  const { container } = render(
    <>
      <CustomerPortal headingLevel={2} />
      <customer-portal base="/account" heading-level={3} />
    </>,
  );
  const levels = [...container.querySelectorAll('customer-portal')].map((portal) =>
    portal.getAttribute('heading-level'),
  );
  expect(levels).toEqual(['2', '3']);
});

it('calls the handler of the latest render, once even in strict mode', () => {
  const [first, second] = [jest.fn(), jest.fn()];
  const app = (handler: typeof first) => (
    <StrictMode>
      <CustomerPortal onPortalNavigate={handler} />
    </StrictMode>
  );
  const { container, rerender, unmount } = render(app(first));
  rerender(app(second));
  const portal = portalIn(container);
  const event = new CustomEvent('portal-navigate', { detail: { path: '/', title: 'Home' } });
  portal.dispatchEvent(event);
  expect(first).not.toHaveBeenCalled();
  expect(second.mock.calls).toEqual([[event]]);
  unmount();
  portal.dispatchEvent(event);
  expect(second).toHaveBeenCalledTimes(1);
});

it('adds the script of the portal at portalUrl', () => {
  render(<CustomerPortal portalUrl="https://portal.example" nonce="abc" />);
  expect(document.scripts[0]).toMatchObject({ src: 'https://portal.example/embed.js', nonce: 'abc' });
  document.head.replaceChildren();
});
