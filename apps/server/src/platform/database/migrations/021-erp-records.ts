import { statements } from './statements';

/** Activities go with the order that customers see, and answers to the record that they were about. */
export const erpRecords = statements(
  `alter table erp_activities
    add order_nbr text references orders on delete cascade,
    alter record drop not null`,
  `create index erp_activities_of_order on erp_activities (order_nbr)`,
  `update erp_activities set order_nbr = known.order_nbr
    from erp_orders as known join orders using (order_nbr)
    where known.record = erp_activities.record and known.shown`,
  `delete from erp_activities where order_nbr is null`,
  `alter table answer_deliveries add record text`,
  `update answer_deliveries set record = known.record
    from answers join erp_orders as known on known.order_nbr = answers.order_nbr and known.shown
    where answers.id = answer_id and target = 'erp'`,
);
