/** @jsxRuntime automatic */
import { operatorsWork } from '../commands/work';
import type { Config } from '../../platform/config/config';
import type { Database } from '../../platform/database/connect';
import { Field, Form, FormBehind } from './form';
import { withContact } from './operator-work';
import { Facts } from './table';

const Found = ({ contact, customer }: { contact: string; customer: object }) => {
  if ('refusal' in customer) return <p className="card">{String(customer.refusal)}</p>;
  const form = { given: { contact }, on: contact, group: 'customer' };
  return (
    <section className="card" aria-labelledby="found">
      <h2 id="found">{contact}</h2>
      <Facts caption="Customer" record={customer} />
      <div className="actions">
        <Form {...form} action="/actions/customer/export" submit="Export" />
        <Form {...form} action="/actions/customer/sign-out" submit="Sign out everywhere" />
        <FormBehind {...form} action="/actions/customer/erase" submit="Erase" isDangerous>
          <p>{`Everything about ${contact} is deleted. Nothing brings it back.`}</p>
          <Field label="Type “erase” to confirm" name="confirmation" pattern="erase" required />
        </FormBehind>
      </div>
    </section>
  );
};

/** Finds one customer, and does what an operator may do for them. */
export const showCustomers = async (database: Database, config: Config, contact: string | undefined) => {
  const customer =
    contact === undefined
      ? undefined
      : await operatorsWork['customer/show'](database, withContact({ contact }, config));
  return (
    <>
      <section className="card">
        <Form action="/actions/customer/show" submit="Find">
          <Field label="Email or phone" name="contact" defaultValue={contact} required />
        </Form>
      </section>
      {contact !== undefined && customer && <Found contact={contact} customer={customer} />}
    </>
  );
};
