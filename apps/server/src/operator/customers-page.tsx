/** @jsxRuntime automatic */
import { textOf } from '../commands/records';
import { operatorsWork } from '../commands/work';
import type { Config } from '../config/config';
import type { Database } from '../database/connect';
import { Field, Form, FormBehind } from './form';
import { withContact } from './operator-work';
import type { OperatorPage } from './page';
import { Facts } from './table';

/** Finds one customer, and does what an operator may do for them. */
export const customersPage = (database: Database, config: Config): OperatorPage => {
  const find = (contact: string) =>
    operatorsWork['customer/show'](database, withContact({ contact }, config));

  const Found = async (contact: string) => {
    const customer = await find(contact);
    if ('refusal' in customer) return <p className="card">{customer.refusal}</p>;
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

  return {
    path: '/customers',
    name: 'Customers',
    show: async (contact) => (
      <>
        <section className="card">
          <Form action="/actions/customer/show" submit="Find">
            <Field label="Email or phone" name="contact" defaultValue={contact} required />
          </Form>
        </section>
        {contact !== undefined && (await Found(contact))}
      </>
    ),
    actions: {
      'customer/show': async ({ contact = '' }) => {
        const found = await find(contact);
        return 'refusal' in found ? { text: found.refusal, isFailure: true } : { text: '', contact };
      },
      'customer/export': async ({ contact }, { audit }) => {
        const file = await operatorsWork['customer/export'](
          database,
          withContact({ contact }, config),
          audit,
        );
        return 'refusal' in file ? { text: file.refusal, isFailure: true } : { file };
      },
      'customer/sign-out': async ({ contact = '' }, { audit }) => {
        const done = await operatorsWork['customer/sign-out'](
          database,
          withContact({ contact }, config),
          audit,
        );
        if ('refusal' in done) return { text: done.refusal, isFailure: true };
        return { text: `${contact} is signed out everywhere. Removed: ${textOf(done.removed)}.`, contact };
      },
      'customer/erase': async ({ contact = '', confirmation }, { audit }) => {
        if (confirmation !== 'erase')
          return { text: 'Nothing was erased: type “erase” to confirm.', isFailure: true, contact };
        const done = await operatorsWork['customer/erase'](database, withContact({ contact }, config), audit);
        if ('refusal' in done) return { text: done.refusal, isFailure: true };
        return { text: `${contact} is erased. Removed: ${textOf(done.removed)}.` };
      },
    },
  };
};
