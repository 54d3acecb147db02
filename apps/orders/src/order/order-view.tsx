import type { ServiceOrder, ServiceOrderEvent } from '@portal/api';
import { Slot } from '@portal/remote';
import { Skeleton, Typography } from '@portal/theme';
import { useState, type ReactNode } from 'react';
import { EventImagesProvider } from '../events/event-images';
import { EventLog } from '../events/event-log';
import { FilesAndPhotos } from '../events/files-and-photos';
import { DataBoundary } from '../frame/data-boundary';
import { Section, SkeletonCard } from '../frame/section';
import { useI18n } from '../texts';
import { Letterhead } from './letterhead';
import { OrderActions } from './order-actions';
import { OrderHead } from './order-head';
import { OrderLayout } from './order-layout';
import { OrderSummary } from './order-summary';

interface OrderViewProps {
  order: ServiceOrder;
  /** Whether it is from the list: its events are still on the way. */
  isPartial: boolean;
}

/** One order: what it is about and how far it is, its summary, files, and event log. */
export const OrderView = ({ order, isPartial }: OrderViewProps) => {
  const i18n = useI18n();
  // A new object for each click, so that a second one moves the focus again.
  const [target, setTarget] = useState<{ event: ServiceOrderEvent }>();
  return (
    <EventImagesProvider>
      <Letterhead orderNbr={order.ServiceOrderNbr} />
      <OrderLayout
        head={
          <Part heading={i18n.t('Progress')} order={order}>
            {(shown) => (
              <OrderHead order={shown} isPartial={isPartial} onShow={(event) => setTarget({ event })} />
            )}
          </Part>
        }
        summary={
          <>
            <Part heading={i18n.t('Order Summary')} order={order}>
              {(shown) => (
                <OrderSummary
                  order={shown}
                  files={
                    isPartial ? (
                      <Skeleton width="60%" sx={{ mt: 2 }} />
                    ) : (
                      <DataBoundary data={shown} fallback={<Unreadable />}>
                        {({ events, files }) => <FilesAndPhotos events={events} files={files ?? undefined} />}
                      </DataBoundary>
                    )
                  }
                />
              )}
            </Part>
            <Slot
              name="orders/order-detail.aside@1"
              props={{ orderNbr: order.ServiceOrderNbr, status: order.Status }}
            />
          </>
        }
        log={
          isPartial ? (
            <div aria-busy>
              <SkeletonCard lines={12} />
            </div>
          ) : (
            <Part heading={i18n.t('Event Log')} order={order}>
              {({ ServiceOrderNbr, events }) => (
                <EventLog orderNbr={ServiceOrderNbr} events={events} target={target} />
              )}
            </Part>
          )
        }
        actions={<OrderActions order={order} />}
      />
    </EventImagesProvider>
  );
};

interface PartProps {
  heading: string;
  order: ServiceOrder;
  children: (order: ServiceOrder) => ReactNode;
}

/** A section of an order. If it fails, the other sections stay readable. */
const Part = ({ heading, order, children }: PartProps) => (
  <DataBoundary
    data={order}
    fallback={
      <Section heading={heading}>
        <Unreadable />
      </Section>
    }
  >
    {children}
  </DataBoundary>
);

const Unreadable = () => {
  const i18n = useI18n();
  return (
    <Typography sx={{ color: 'text.secondary' }}>
      {i18n.t('This part of the order cannot be shown here. Please ask us about it.')}
    </Typography>
  );
};
