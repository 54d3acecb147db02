import type { ServiceOrder } from '@portal/api';
import { Card, Table, TableBody, TableCell, TableHead, TableRow, visuallyHidden } from '@portal/theme';
import { moment } from '../values/date-formats';
import { GivenDate } from '../values/given-date';
import { GivenText } from '../values/given-text';
import { StatusChip } from '../values/status-chip';
import { ViewDetails } from './view-details';

/** The orders on wide screens, in the order given. */
export const OrdersTable = ({ orders }: { orders: readonly ServiceOrder[] }) => (
  <Card>
    <Table aria-label="My Service Orders" sx={{ tableLayout: 'fixed', 'tr:last-child > *': { border: 0 } }}>
      <TableHead>
        <TableRow>
          <TableCell sx={{ inlineSize: '16%' }}>Order #</TableCell>
          <TableCell>Description</TableCell>
          <TableCell sx={{ inlineSize: '16%' }}>Status</TableCell>
          <TableCell sx={{ inlineSize: '19%' }}>Last Updated</TableCell>
          <TableCell sx={{ inlineSize: 160 }}>
            <span style={visuallyHidden}>Details</span>
          </TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {orders.map((order, index) => (
          <OrderRow key={index} order={order} />
        ))}
      </TableBody>
    </Table>
  </Card>
);

const OrderRow = ({ order }: { order: ServiceOrder }) => (
  <TableRow hover>
    <TableCell component="th" scope="row" sx={{ fontWeight: 600 }}>
      <GivenText text={order.ServiceOrderNbr} />
    </TableCell>
    <TableCell>
      <GivenText text={order.Description} />
    </TableCell>
    <TableCell>
      <StatusChip status={order.Status} />
    </TableCell>
    <TableCell>
      <GivenDate text={order.LastModifiedDateTime} format={moment} />
    </TableCell>
    <TableCell align="right">
      {order.ServiceOrderNbr && <ViewDetails orderNbr={order.ServiceOrderNbr} />}
    </TableCell>
  </TableRow>
);
