import type { ServiceOrder, ServiceOrderEvent } from '@portal/api';
import { Slot } from '@portal/remote';
import { Typography } from '@portal/theme';
import { useState, type ReactNode } from 'react';
import { EventImagesProvider } from '../events/event-images';
import { EventLog } from '../events/event-log';
import { FilesAndPhotos } from '../events/files-and-photos';
import { DataBoundary } from '../frame/data-boundary';
import { Section } from '../frame/section';
import { useI18n } from '../texts';
import { Letterhead } from './letterhead';
import { OrderActions } from './order-actions';
import { OrderLayout } from './order-layout';
import { OrderSummary } from './order-summary';
import { Progress } from './progress';

/** One order: its progress, summary, files and event log. */
export const OrderView = ({ order }: { order: ServiceOrder }) => {
  const i18n = useI18n();
  // A new object for each click, so that a second one moves the focus again.
  const [target, setTarget] = useState<{ event: ServiceOrderEvent }>();
  return (
    <EventImagesProvider>
      <Letterhead orderNbr={order.ServiceOrderNbr} />
      <OrderLayout
        progress={
          <Part heading={i18n.t('Progress')} order={order}>
            {({ Status, events }) => <Progress status={Status} events={events} />}
          </Part>
        }
        summary={
          <Part heading={i18n.t('Order Summary')} order={order}>
            {(shown) => <OrderSummary order={shown} onShow={(event) => setTarget({ event })} />}
          </Part>
        }
        files={
          <Part heading={i18n.t('Files and photos')} order={order}>
            {({ events }) => <FilesAndPhotos events={events} />}
          </Part>
        }
        actions={
          <>
            <OrderActions order={order} />
            <Slot
              name="orders/order-detail.aside@1"
              props={{ orderNbr: order.ServiceOrderNbr, status: order.Status }}
            />
          </>
        }
        log={
          <Part heading={i18n.t('Event Log')} order={order}>
            {({ ServiceOrderNbr, events }) => (
              <EventLog orderNbr={ServiceOrderNbr} events={events} target={target} />
            )}
          </Part>
        }
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
const Part = ({ heading, order, children }: PartProps) => {
  const i18n = useI18n();
  return (
    <DataBoundary
      data={order}
      fallback={
        <Section heading={heading}>
          <Typography sx={{ color: 'text.secondary' }}>
            {i18n.t('This part of the order cannot be shown here. Please ask us about it.')}
          </Typography>
        </Section>
      }
    >
      {children}
    </DataBoundary>
  );
};
