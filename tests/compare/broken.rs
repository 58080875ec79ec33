//! A move generator with one broken rule: ox88's own, with moves removed or added.

use ox88::board::{
    CastlingNotation, Color, Move, MoveKind, Piece, PieceKind, Position, Square, Wing, fen,
};

/// A position as the broken generator sees it.
#[derive(Clone)]
pub struct Game {
    pub position: Position,
    fault: String,
    /// Castling rights that should be lost: side, wing, and the rook's square.
    kept: Vec<(Color, Wing, Square)>,
    /// En-passant squares that should be cleared.
    stale: Vec<Square>,
}

impl Game {
    pub fn new(position: Position, fault: &str) -> Game {
        Game {
            position,
            fault: fault.to_owned(),
            kept: Vec::new(),
            stale: Vec::new(),
        }
    }

    fn is(&self, fault: &str) -> bool {
        self.fault == fault
    }

    /// The moves that this generator considers legal.
    pub fn moves(&self) -> Vec<Move> {
        let position = &self.position;
        let mut scratch = position.clone();
        let mut moves: Vec<Move> = position
            .pseudo_legal_moves()
            .into_iter()
            // A broken rule can leave a king in check, but no move captures it.
            .filter(|mv| !(self.is_at(mv.to(), PieceKind::King) && mv.kind() != MoveKind::Castle))
            .filter(|&mv| self.offers(mv, scratch.is_legal_by_making(mv)))
            .collect();
        let added = self.added();
        moves.extend(added);
        if self.is("promotions-twice") {
            let again: Vec<Move> = moves
                .iter()
                .copied()
                .filter(|mv| mv.promotion().is_some())
                .collect();
            moves.extend(again);
        }
        moves
    }

    /// Returns whether this generator lists a pseudo-legal move.
    fn offers(&self, mv: Move, legal: bool) -> bool {
        let position = &self.position;
        let us = position.side_to_move();
        let is_king = mv.from() == position.king_square(us);
        let is_en_passant = mv.kind() == MoveKind::EnPassant;
        let is_castle = mv.kind() == MoveKind::Castle;
        let checkers: Vec<Square> = position.checkers().collect();
        let in_check = !checkers.is_empty();
        let captures = position.piece_on(mv.to()).is_some() && !is_castle;
        let captures_checker = checkers.contains(&mv.to());
        let their_king = position.king_square(us.opponent());
        let touches = is_king && !is_castle && distance(mv.to(), their_king) <= 1;
        let blocks = in_check && !is_king && !captures_checker && !is_en_passant;
        match self.fault.as_str() {
            "ep-uncovers" => legal || is_en_passant && !in_check,
            "ep-missing" => legal && !is_en_passant,
            "ep-evasion" => legal && !(is_en_passant && in_check),
            "pin-ignored" => legal || !in_check && !is_king && !is_en_passant,
            "pinned-frozen" => legal && !position.pinned().any(|square| square == mv.from()),
            "promotion-no-knight" => legal && mv.promotion() != Some(PieceKind::Knight),
            "capture-promotes-to-queen" => {
                legal && (!captures || matches!(mv.promotion(), None | Some(PieceKind::Queen)))
            }
            "no-promotion" => legal && mv.promotion().is_none(),
            "double-check" => legal || checkers.len() > 1 && captures_checker,
            "no-block" => legal && !blocks,
            "no-capture-of-checker" => legal && (!captures_checker || is_king),
            "king-stays-in-check" => legal && !(in_check && is_king),
            "check-ignored" => legal || checkers.len() == 1 && !is_king && !captures,
            "king-along-line" => {
                legal || is_king && checkers.iter().any(|&from| self.is_on_line(from, mv))
            }
            "king-captures-guarded" => legal || is_king && captures && !in_check && !touches,
            "kings-touch" => legal || touches && !captures && !in_check,
            "king-steps-into-check" => {
                legal || is_king && !captures && !touches && !in_check && !is_castle
            }
            "castling-into-check" => legal || is_castle,
            "castling-b-file" => legal && !(is_castle && self.attacks_b_file(mv)),
            "castling-missing" => legal && !is_castle,
            "double-push-missing" => legal && mv.kind() != MoveKind::DoublePush,
            "pawn-capture-missing" => {
                legal && !(captures && self.is_at(mv.from(), PieceKind::Pawn))
            }
            "knight-on-rim" => {
                legal && !(self.is_at(mv.from(), PieceKind::Knight) && mv.to().file() == 7)
            }
            _ => legal,
        }
    }

    /// Moves that are not even pseudo-legal in a correct generator.
    fn added(&self) -> Vec<Move> {
        let position = &self.position;
        let us = position.side_to_move();
        let (forward, home, back) = match us {
            Color::White => (1, 1, 0),
            Color::Black => (-1, 6, 7),
        };
        let mut moves = Vec::new();
        let king = position.king_square(us);
        for (from, piece) in position.pieces().filter(|(_, piece)| piece.color == us) {
            let to = |files: i32, ranks: i32| square(from, files, ranks * forward);
            let empty = |to: Square| position.piece_on(to).is_none();
            let enemy = |to: Square| {
                let piece = position.piece_on(to);
                piece.is_some_and(|piece| piece.color != us && piece.kind != PieceKind::King)
            };
            match piece.kind {
                PieceKind::Pawn => {
                    if let (true, Some(over), Some(to)) = (
                        self.is("double-push-over") && from.rank() == home,
                        to(0, 1),
                        to(0, 2),
                    ) && !empty(over)
                        && empty(to)
                    {
                        moves.push(Move::new(from, to, MoveKind::DoublePush));
                    }
                    if let (true, Some(to)) = (self.is("pawn-pushes-piece"), to(0, 1))
                        && enemy(to)
                        && to.rank() != 7 - back
                    {
                        moves.push(Move::new(from, to, MoveKind::Normal));
                    }
                    if let (true, 7, Some(to)) = (self.is("pawn-wraps"), from.file(), to(-7, 2))
                        && enemy(to)
                        && to.rank() != 7 - back
                    {
                        moves.push(Move::new(from, to, MoveKind::Normal));
                    }
                    for files in [-1, 1] {
                        let Some(to) = to(files, 1) else { continue };
                        let Some(pawn) = square(to, 0, -forward) else {
                            continue;
                        };
                        if self.stale.contains(&to)
                            && position.en_passant() != Some(to)
                            && empty(to)
                            && enemy(pawn)
                        {
                            moves.push(Move::new(from, to, MoveKind::EnPassant));
                        }
                    }
                }
                PieceKind::Rook if self.is("rook-jumps") => {
                    if let (Some(over), Some(to)) = (to(0, 1), to(0, 2))
                        && !empty(over)
                        && empty(to)
                    {
                        moves.push(Move::new(from, to, MoveKind::Normal));
                    }
                }
                _ => {}
            }
        }
        for (wing, rook) in self.castling_wings() {
            if king != Square::new(4, back) || rook.rank() != back {
                continue;
            }
            let (over, to) = match wing {
                Wing::KingSide => (Square::new(5, back), Square::new(6, back)),
                Wing::QueenSide => (Square::new(3, back), Square::new(2, back)),
            };
            let b_file = Square::new(1, back);
            let is_free = |square: Square| position.piece_on(square).is_none();
            let path_free = is_free(over) && is_free(to);
            let free = path_free && (wing == Wing::KingSide || is_free(b_file));
            let safe = |square: Square| self.is_safe(square);
            let castles = match self.fault.as_str() {
                "castling-out-of-check" => free && position.is_in_check() && safe(over) && safe(to),
                "castling-through-check" => {
                    free && !position.is_in_check() && !safe(over) && safe(to)
                }
                "castling-over-b" => {
                    path_free && !free && !position.is_in_check() && safe(over) && safe(to)
                }
                // The rook may be missing. Then only the king moves.
                "right-kept-captured" | "right-kept-rook" | "right-kept-king" => {
                    free && !position.is_in_check() && safe(over) && safe(to)
                }
                _ => false,
            };
            if castles && self.fault.starts_with("right-kept") {
                moves.push(Move::new(king, to, MoveKind::Normal));
            } else if castles {
                moves.push(Move::new(king, rook, MoveKind::Castle));
            }
        }
        let mut scratch = position.clone();
        moves.retain(|&mv| scratch.is_legal_by_making(mv));
        moves
    }

    /// The wings on which the side to move may castle in this generator.
    fn castling_wings(&self) -> Vec<(Wing, Square)> {
        let us = self.position.side_to_move();
        if self.fault.starts_with("right-kept") {
            let kept = self.kept.iter().filter(|(color, ..)| *color == us);
            return kept.map(|&(_, wing, rook)| (wing, rook)).collect();
        }
        let wings = Wing::BOTH.into_iter();
        wings
            .filter_map(|wing| Some((wing, self.position.castling_rook(us, wing)?)))
            .collect()
    }

    /// Makes a move of this generator.
    pub fn make(&mut self, mv: Move) {
        let before = self.position.clone();
        let us = before.side_to_move();
        let _ = self.position.make(mv);
        for color in [Color::White, Color::Black] {
            for wing in Wing::BOTH {
                let Some(rook) = before.castling_rook(color, wing) else {
                    continue;
                };
                let is_lost = self.position.castling_rook(color, wing).is_none();
                let keeps = match self.fault.as_str() {
                    "right-kept-captured" => color != us && mv.to() == rook,
                    "right-kept-rook" => color == us && mv.from() == rook,
                    "right-kept-king" => {
                        color == us
                            && mv.from() == before.king_square(us)
                            && mv.kind() != MoveKind::Castle
                    }
                    _ => false,
                };
                if is_lost && keeps {
                    self.kept.push((color, wing, rook));
                }
            }
        }
        if self.is("ep-not-cleared") {
            self.stale.extend(before.en_passant());
        }
        if self.is("ep-not-set") && mv.kind() == MoveKind::DoublePush {
            self.position = rebuilt(&self.position, None);
        }
        if self.is("ep-leaves-pawn") && mv.kind() == MoveKind::EnPassant {
            let pawn = Piece {
                color: us.opponent(),
                kind: PieceKind::Pawn,
            };
            let square = Square::new(mv.to().file(), mv.from().rank());
            self.position = rebuilt(&self.position, Some((square, pawn)));
        }
    }

    /// The leaves at this depth, counted with this generator.
    pub fn leaves(&self, depth: u32) -> u128 {
        if depth == 0 {
            return 1;
        }
        let moves = self.moves();
        if moves.is_empty() && self.is("mate-counted") {
            return 1;
        }
        let surplus = u128::from(self.is("table-collision") && self.position.is_in_check());
        let below = moves.into_iter().map(|mv| self.after(mv).leaves(depth - 1));
        below.sum::<u128>() + surplus
    }

    pub fn after(&self, mv: Move) -> Game {
        let mut after = self.clone();
        after.make(mv);
        after
    }

    fn is_at(&self, square: Square, kind: PieceKind) -> bool {
        let piece = self.position.piece_on(square);
        piece.is_some_and(|piece| piece.kind == kind)
    }

    /// Returns whether the king moves further along the line of a checking slider.
    fn is_on_line(&self, checker: Square, mv: Move) -> bool {
        let step = |a: Square, b: Square| {
            let files = i32::from(b.file()) - i32::from(a.file());
            let ranks = i32::from(b.rank()) - i32::from(a.rank());
            (files.signum(), ranks.signum())
        };
        let is_slider =
            !self.is_at(checker, PieceKind::Pawn) && !self.is_at(checker, PieceKind::Knight);
        is_slider
            && mv.kind() == MoveKind::Normal
            && step(checker, mv.from()) == step(mv.from(), mv.to())
    }

    fn attacks_b_file(&self, castle: Move) -> bool {
        let b_file = Square::new(1, castle.from().rank());
        castle.to().file() == 0 && !self.is_safe(b_file)
    }

    /// Returns whether the king is safe on an empty square, or on its own.
    fn is_safe(&self, square: Square) -> bool {
        let king = self.position.king_square(self.position.side_to_move());
        let mut scratch = self.position.clone();
        scratch.is_legal_by_making(Move::new(king, square, MoveKind::Normal))
    }
}

fn distance(a: Square, b: Square) -> u8 {
    a.file().abs_diff(b.file()).max(a.rank().abs_diff(b.rank()))
}

fn square(from: Square, files: i32, ranks: i32) -> Option<Square> {
    let file = i32::from(from.file()) + files;
    let rank = i32::from(from.rank()) + ranks;
    let is_on_board = (0..8).contains(&file) && (0..8).contains(&rank);
    is_on_board.then(|| Square::new(file as u8, rank as u8))
}

/// The position without an en-passant square, and with one more piece if there is one to add.
fn rebuilt(position: &Position, added: Option<(Square, Piece)>) -> Position {
    let fen = position.to_fen();
    let fields: Vec<&str> = fen.split(' ').collect();
    let mut ranks = Vec::new();
    for rank in (0..8).rev() {
        let letters = (0..8).map(|file| {
            let square = Square::new(file, rank);
            let extra = added
                .filter(|(at, _)| *at == square)
                .map(|(_, piece)| piece);
            let piece = extra.or_else(|| position.piece_on(square));
            piece.map_or('1', Piece::letter)
        });
        ranks.push(letters.collect::<String>());
    }
    let text = format!("{} {} {} - 0 1", ranks.join("/"), fields[1], fields[2]);
    fen::parse(&text, CastlingNotation::Standard)
        .map_or_else(|_| position.clone(), |parsed| parsed.position)
}
