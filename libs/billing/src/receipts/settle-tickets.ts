import type { Micros } from '#kernel';
import { charge, roundTo } from './amounts.js';
import { leastPrice, type Ticket } from './ticket.js';

/** Global invoices are in MXN; the implocal complement has two decimals, too. */
const CENTS = 2;
const HALF_CENT: Micros = 5_000n;

/**
 * The tickets with the prices that make their document's total what it has to be. Each header amount is the rounding of a
 * sum (CFDI40108, 111, 221), so the tickets' own totals may miss it by a cent or two: the largest price that can carries
 * that, and the taxes stay as they are. Undefined where no price can.
 */
export function settleTickets(tickets: readonly Ticket[], total: Micros): readonly Ticket[] | undefined {
  const discounts = tickets.reduce((sum, { discount }) => sum + discount, 0n);
  const subTotal = total + roundTo(discounts, CENTS) - roundedTaxes(tickets);
  const prices = tickets.reduce((sum, { price }) => sum + price, 0n);
  if (roundTo(prices, CENTS) === subTotal) return tickets;
  // The nearest sum that rounds to it.
  const missing = (prices < subTotal ? subTotal - HALF_CENT : subTotal + HALF_CENT - 1n) - prices;
  return carry(tickets, missing);
}

function roundedTaxes(tickets: readonly Ticket[]): Micros {
  const groups = new Map<string, Micros>();
  const add = (key: string, amount: Micros): unknown => groups.set(key, (groups.get(key) ?? 0n) + amount);
  for (const { taxes, localTaxes } of tickets) {
    for (const tax of taxes) add(`${tax.type} ${tax.factor} ${tax.rate}`, charge(tax));
    for (const tax of localTaxes) add(`local ${tax.rate} ${tax.type}`, charge(tax));
  }
  return [...groups.values()].reduce((sum, amount) => sum + roundTo(amount, CENTS), 0n);
}

/** Moves the largest price by an amount, and the next where it can't take all of it. */
function carry(tickets: readonly Ticket[], missing: Micros): readonly Ticket[] | undefined {
  const settled = [...tickets];
  let left = missing;
  const largest = tickets.map((_, index) => index).sort((a, b) => compare(tickets, b, a) || a - b);
  for (const index of largest) {
    const ticket = tickets[index] as Ticket;
    const room = leastPrice(ticket) - ticket.price;
    const moved = left < room ? room : left;
    settled[index] = { ...ticket, price: ticket.price + moved };
    left -= moved;
    if (left === 0n) return settled;
  }
  return undefined;
}

function compare(tickets: readonly Ticket[], a: number, b: number): number {
  const [one, other] = [(tickets[a] as Ticket).price, (tickets[b] as Ticket).price];
  return one < other ? -1 : one > other ? 1 : 0;
}
