import type { ServiceOrder } from '@portal/api';
import { Card, Table, TableBody, TableCell, TableHead, TableRow, visuallyHidden } from '@portal/theme';
import { GivenDate } from '../values/given-date';
import { GivenText } from '../values/given-text';
import { StatusChip } from '../values/status-chip';
import { ShortText } from './short-text';
import { ViewDetails } from './view-details';

const look = {
  tableLayout: 'fixed',
  '& th, & td': { borderColor: 'divider', textAlign: 'start', px: { md: 1, lg: 2 } },
  '& thead th': { color: 'text.secondary', bgcolor: 'background.default' },
  '& tbody tr:last-child > *': { border: 0 },
};

/** The orders on wide screens, in the order given. */
export const OrdersTable = ({ orders }: { orders: readonly ServiceOrder[] }) => (
  <Card>
    <Table aria-label="My Service Orders" sx={look}>
      <TableHead>
        <TableRow>
          <TableCell sx={{ inlineSize: { md: 88, lg: '14%' } }}>Order #</TableCell>
          <TableCell>Description</TableCell>
          <TableCell sx={{ inlineSize: { md: 120, lg: '19%' } }}>Status</TableCell>
          <TableCell sx={{ inlineSize: { md: 118, lg: '21%' } }}>Last Updated</TableCell>
          <TableCell sx={{ inlineSize: { md: 146, lg: 168 } }}>
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
      <ShortText text={order.Description} />
    </TableCell>
    <TableCell>
      <StatusChip status={order.Status} />
    </TableCell>
    <TableCell sx={{ textWrap: 'balance' }}>
      <GivenDate text={order.LastModifiedDateTime} as="moment" />
    </TableCell>
    <TableCell>{order.ServiceOrderNbr && <ViewDetails orderNbr={order.ServiceOrderNbr} />}</TableCell>
  </TableRow>
);
