export interface Heap<Item> {
  readonly size: number;
  push: (item: Item) => void;
  peek: () => Item | undefined;
  pop: () => Item | undefined;
}

/** A queue with the smallest key first; equal keys in any order. */
export function createHeap<Item>(keyOf: (item: Item) => number): Heap<Item> {
  const items: Item[] = [];
  const keyAt = (index: number) => {
    const item = items[index];
    return item === undefined ? Infinity : keyOf(item);
  };
  const swap = (a: number, b: number) => {
    [items[a], items[b]] = [items[b] as Item, items[a] as Item];
  };

  function rise(index: number) {
    for (let child = index; child > 0;) {
      const parent = (child - 1) >> 1;
      if (keyAt(parent) <= keyAt(child)) return;
      swap(parent, child);
      child = parent;
    }
  }

  function sink() {
    for (let parent = 0; ;) {
      const left = 2 * parent + 1;
      const child = keyAt(left + 1) < keyAt(left) ? left + 1 : left;
      if (keyAt(parent) <= keyAt(child)) return;
      swap(parent, child);
      parent = child;
    }
  }

  return {
    get size() {
      return items.length;
    },
    push: (item) => rise(items.push(item) - 1),
    peek: () => items[0],
    pop: () => {
      const first = items[0];
      const last = items.pop();
      if (items.length > 0 && last !== undefined) {
        items[0] = last;
        sink();
      }
      return first;
    },
  };
}
