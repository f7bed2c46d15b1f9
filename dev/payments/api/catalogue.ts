import { z } from 'zod';
import { type Ledger, newestFirst } from '../ledger.ts';
import type { Price, Product } from '../records.ts';
import { missing, Refusal } from '../refusal.ts';
import { priceShape, productShape } from '../shapes.ts';
import { type Endpoint, flag, listOf, metadata, wholeNumber } from './asked.ts';

const productFields = z.object({
  id: z.string().optional(),
  name: z.string(),
  description: z.string().optional(),
  metadata,
});
const productChanges = z.object({
  name: z.string().optional(),
  description: z.string().optional(),
  active: flag.optional(),
});
const priceFields = z.object({
  product: z.string(),
  currency: z.string(),
  unit_amount: wholeNumber,
  recurring: z.object({ interval: z.string() }),
  lookup_key: z.string().optional(),
  transfer_lookup_key: flag.default(false),
  metadata,
});
const priceQuery = z.object({ lookup_keys: z.array(z.string()).optional(), active: flag.optional() });

/** Products and prices. */
export function catalogueEndpoints(ledger: Ledger): Endpoint[] {
  return [...productEndpoints(ledger), ...priceEndpoints(ledger)];
}

function productOf({ ledger, id }: { ledger: Ledger; id: string }): Product {
  const found = ledger.records.products[id];
  if (!found) throw missing('product', id);
  return found;
}

function productEndpoints(ledger: Ledger): Endpoint[] {
  const { products } = ledger.records;
  return [
    {
      method: 'post',
      path: '/v1/products',
      response: ({ fields }) => {
        const given = productFields.parse(fields);
        const id = given.id ?? ledger.newId('prod');
        if (products[id])
          throw new Refusal({ code: 'resource_already_exists', message: 'Product already exists.' });
        const { name, description = null } = given;
        const createdAt = ledger.now();
        const product = { id, name, description, isActive: true, metadata: given.metadata, createdAt };
        products[id] = product;
        return productShape(product);
      },
    },
    {
      method: 'get',
      path: '/v1/products/:id',
      response: ({ id }) => productShape(productOf({ ledger, id })),
    },
    {
      method: 'post',
      path: '/v1/products/:id',
      response: ({ id, fields }) => {
        const { name, description, active } = productChanges.parse(fields);
        const product = productOf({ ledger, id });
        product.name = name ?? product.name;
        product.description = description ?? product.description;
        product.isActive = active ?? product.isActive;
        return productShape(product);
      },
    },
  ];
}

function priceEndpoints(ledger: Ledger): Endpoint[] {
  const { prices } = ledger.records;
  return [
    {
      method: 'get',
      path: '/v1/prices',
      response: ({ fields }) => {
        const { lookup_keys: keys, active } = priceQuery.parse(fields);
        const found = newestFirst(prices).filter(
          ({ lookupKey, isActive }) =>
            (keys === undefined || keys.includes(lookupKey ?? '')) &&
            (active === undefined || isActive === active),
        );
        return listOf('/v1/prices', found.map(priceShape));
      },
    },
    {
      method: 'post',
      path: '/v1/prices',
      response: ({ fields }) => {
        const given = priceFields.parse(fields);
        const lookupKey = given.lookup_key ?? null;
        const holder = Object.values(prices).find(
          (price) => lookupKey !== null && price.lookupKey === lookupKey,
        );
        if (holder && !given.transfer_lookup_key) {
          throw new Refusal({ param: 'lookup_key', message: 'A price already uses that lookup key.' });
        }
        if (holder) holder.lookupKey = null;
        const price: Price = {
          id: ledger.newId('price'),
          product: productOf({ ledger, id: given.product }).id,
          cents: given.unit_amount,
          currency: given.currency,
          interval: given.recurring.interval,
          lookupKey,
          isActive: true,
          metadata: given.metadata,
          createdAt: ledger.now(),
        };
        prices[price.id] = price;
        return priceShape(price);
      },
    },
  ];
}
