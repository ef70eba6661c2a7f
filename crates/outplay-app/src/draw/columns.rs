//! Tables for a terminal: columns of equal width.

/// Rows of cells under a head. Columns from `numbers` on are aligned to the right. A row with fewer
/// cells than the head ends with a remark, which takes all the room it needs.
pub(crate) fn aligned(head: &[&str], rows: &[Vec<String>], numbers: usize) -> String {
    let head: Vec<String> = head.iter().map(|&word| word.to_owned()).collect();
    let whole = || rows.iter().filter(|row| row.len() == head.len()).chain([&head]);
    let width = |column: usize| whole().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    [&head].into_iter().chain(rows).map(|row| line(row, &widths, numbers)).collect()
}

fn line(row: &[String], widths: &[usize], numbers: usize) -> String {
    let cell = |(column, (text, &width)): (usize, (&String, &usize))| {
        if column >= numbers { format!("{text:>width$}") } else { format!("{text:<width$}") }
    };
    let cells: Vec<String> = row.iter().zip(widths).enumerate().map(cell).collect();
    format!("{}\n", cells.join("  ").trim_end())
}
