import { Button } from '@portal/theme';
import { Link } from 'react-router-dom';

/** Leads to an order; its name for screen readers begins with what is seen (WCAG 2.2, 2.5.3). */
export const ViewDetails = ({ orderNbr }: { orderNbr: string }) => (
  <Button
    component={Link}
    to={`/service-order/${encodeURIComponent(orderNbr)}`}
    variant="outlined"
    aria-label={`View Details of order ${orderNbr}`}
    sx={{ px: 1.5 }}
  >
    View Details
  </Button>
);
