// A tree as text, read into nodes and written again: brackets, and numbers or names. What stands before a colon says who moves.

/**
 * @typedef {{ children: Node[], content: string }} Node a node of a tree; `content` is what is written at a leaf
 * @typedef {{ before: string, root: Node }} TreeText
 */

/**
 * @param {string} text
 * @returns {TreeText}
 */
export function read(text) {
  const [, before, brackets] = /^([^(]*:)?\s*([\s\S]*)$/.exec(text.trim());
  const stack = [{ children: [], content: "" }];
  for (const word of brackets.match(/[()]|[^\s(),]+/g) ?? []) {
    const top = stack.at(-1);
    if (word === "(") {
      const node = { children: [], content: "" };
      top.children.push(node);
      stack.push(node);
    } else if (word === ")") stack.pop();
    else top.children.push({ children: [], content: word });
  }
  return { before: before ?? "", root: stack[0].children[0] };
}

/** @param {TreeText} tree */
export function write({ before, root }) {
  const node = ({ children, content }) => (children.length ? `(${children.map(node).join(" ")})` : content);
  return `${before} ${node(root)}`.trim();
}

/**
 * Every node with its parent, each before its children: the order in which the server numbers them.
 * @param {TreeText} tree
 */
export function numbered({ root }) {
  const all = [];
  const visit = (node, parent) => {
    all.push({ node, parent });
    node.children.forEach((child) => visit(child, node));
  };
  visit(root, null);
  return all;
}
